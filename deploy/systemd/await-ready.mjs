// Ends once the node of this unit is ready, or has ended: systemctl start and restart return when it serves, or failed.
const { HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`
const isReady = () =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
const isRunning = () => {
  try {
    return process.kill(Number(MAINPID), 0)
  } catch {
    return false
  }
}
while (!(await isReady())) {
  if (!isRunning()) process.exit(1)
  await new Promise((done) => setTimeout(done, 200))
}
