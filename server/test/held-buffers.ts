import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** @returns a function that tells how many bytes of this process's buffers have been in use at most */
export const watchBuffers = () => {
  let most = 0
  return (): number => {
    // Garbage is collected only where it could hide the answer.
    if (process.memoryUsage().arrayBuffers > most) {
      collectGarbage()
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }
    return most
  }
}
