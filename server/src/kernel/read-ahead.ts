/**
 * Asks for the next item while the last one is used. What fails is thrown in its turn; who stops early waits for the
 * item that was asked for.
 */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const ask = () => {
    const asked = items.next()
    // Thrown when it is awaited, unless no one does.
    asked.catch(() => undefined)
    return asked
  }
  let asked = ask()
  try {
    for (;;) {
      const { done, value } = await asked
      if (done) return
      asked = ask()
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}
