import { create } from 'zustand'
import { isServed } from './is-served.ts'

const retryMs = 3000

/** Whether the server has stopped answering, and since when, in milliseconds. */
export const useConnection = create<{ lostAt: number | undefined }>(() => ({ lostAt: undefined }))

let isAsking = false
/** Called when no answer came: asks the server until it is there, and marks the connection as lost meanwhile. */
export const suspectLoss = async (): Promise<void> => {
  if (isAsking) return
  isAsking = true
  while (!(await isServed())) {
    useConnection.setState(({ lostAt = Date.now() }) => ({ lostAt }))
    await new Promise((done) => setTimeout(done, retryMs))
  }
  isAsking = false
  useConnection.setState({ lostAt: undefined })
}
