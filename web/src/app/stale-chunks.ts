import { readStored, writeStored } from '../kernel/page/storage.ts'

const name = 'atrium.reloaded-at'
const pause = 60_000

// A new release has taken the place of the files this page was about to load: begin anew, but never in a circle.
addEventListener('vite:preloadError', (event) => {
  const last = Number(readStored('session', name) ?? 0)
  if (Date.now() - last < pause) return
  event.preventDefault()
  writeStored('session', name, String(Date.now()))
  location.reload()
})
