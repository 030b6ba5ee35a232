const pollMs = 500

/** Calls back once when the process that started this one has ended, even by kill -9: the parent is another one then. */
export const onParentExit = (act: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, pollMs)
  timer.unref()
}
