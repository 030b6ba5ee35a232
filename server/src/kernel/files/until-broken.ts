/** What a source yields until it ends or breaks off. A reader that stops early ends the source. */
export async function* untilBroken(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await chunks.next().catch(() => undefined)
      if (!next || next.done === true) return
      yield next.value
    }
  } finally {
    await chunks.return?.().catch(() => undefined)
  }
}
