/** Reads the colours as the style sheet resolves them for the current scheme. */
export const readColors = <N extends string>(names: Readonly<Record<N, string>>): Record<N, string> => {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = Object.entries<string>(names).map(([name, variable]) => {
    probe.style.color = `var(${variable})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(read)
}
