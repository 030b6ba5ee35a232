import { noResponse } from '../../kernel/api/http-status.ts'
import { isServed } from '../../kernel/api/is-served.ts'
import { readStored, writeStored } from '../../kernel/page/storage.ts'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'

const name = 'atrium.reloaded-at'
const pause = 60_000
const notLoaded = t('页面文件加载失败，请检查网络')
const unloaded = new WeakSet<object>()

/** Whether a chunk failed to load. Browsers cache that failure per URL, so only a reload helps. */
export const isChunkLoadError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unloaded.has(error)

const reload = async () => {
  // The server may be away instead: a reload would leave the browser's own error page.
  if (!(await isServed())) return
  writeStored('session', name, String(Date.now()))
  location.reload()
}

/** Reloads at the user's wish; while the server is away, says so and keeps the page. */
export const retryByReload = async (): Promise<void> => {
  if (await isServed()) location.reload()
  else toast.error(noResponse)
}

// A release has replaced the files of this page: reload, but not in a loop.
addEventListener('vite:preloadError', (event) => {
  unloaded.add(event.payload)
  event.payload.message = notLoaded
  const last = Number(readStored('session', name) ?? 0)
  if (Date.now() - last >= pause) void reload()
})
