/** Fallback for pages without TLS, where browsers offer no clipboard API. */
const copySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  // Inside an open dialog, whose focus trap would otherwise take the selection back.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  host.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}

/**
 * Copies a text to the clipboard.
 * @returns whether it succeeded
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}
