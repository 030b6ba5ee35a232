import { readStored, writeStored } from '../kernel/page/storage.ts'

const name = 'atrium.reloaded-at'
const pause = 60_000
const notLoaded = '页面文件没有加载出来，请检查网络'
const unloaded = new WeakSet<object>()

/** Whether code did not arrive. Browsers remember that of an address, so only a reload asks again. */
export const isUnloaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unloaded.has(error)

// A new release has taken the place of the files this page was about to load: begin anew, but never in a circle.
addEventListener('vite:preloadError', (event) => {
  unloaded.add(event.payload)
  event.payload.message = notLoaded
  const last = Number(readStored('session', name) ?? 0)
  if (Date.now() - last < pause) return
  writeStored('session', name, String(Date.now()))
  location.reload()
})
