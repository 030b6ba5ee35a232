/** React keys of things without a name, by their content; repeated content is numbered. */
export const contentKeys = (things: readonly unknown[]): string[] => {
  const times = new Map<string, number>()
  return things.map((thing) => {
    const content = JSON.stringify(thing)
    const time = (times.get(content) ?? 0) + 1
    times.set(content, time)
    return `${time} ${content}`
  })
}
