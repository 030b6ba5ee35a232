import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}
/** Changes with the colours of the document, for what draws them itself. */
export const useScheme = (): string =>
  useSyncExternalStore(subscribe, () => {
    const { dataset, style } = document.documentElement
    return `${dataset.theme} ${style.cssText}`
  })
