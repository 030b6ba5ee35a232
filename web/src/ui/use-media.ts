import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query currently matches. */
export const useMedia = (query: string) => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the page is as narrow as on a phone, as its style sheets have it. */
export const useIsPhone = (): boolean => useMedia('(max-width: 639px)')
