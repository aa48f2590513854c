internal import CTondoImage
package func startImaging() -> Bool { tondo_image_start() == 0 }
