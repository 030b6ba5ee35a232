const chunkBytes = 256 * 1024
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3

/**
 * Encodes batches of short texts as UTF-8 in chunks, and each batch to its end. Texts are encoded one by one, as joining
 * them first costs six times as much.
 */
export async function* encodeTexts(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes)
  let end = 0
  const take = () => {
    const taken = chunk.subarray(0, end)
    chunk = chunk.subarray(end)
    end = 0
    return taken
  }
  for await (const texts of batches) {
    for (const text of texts) {
      const most = text.length * bytesPerUnit
      if (end + most > chunk.length) {
        if (end > 0) yield take()
        chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, most))
      }
      end += chunk.write(text, end)
    }
    if (end > 0) yield take()
  }
}
