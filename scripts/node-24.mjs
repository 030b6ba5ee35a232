import { existsSync } from 'node:fs'
import path from 'node:path'
import { SetUpError } from './set-up.mjs'
import { words } from './words.mjs'

const requiredMajor = 24

/**
 * Finds the Node that runs the product: the current one if recent enough, otherwise the one npm installed.
 * @returns the path of the executable
 * @throws SetUpError if neither is available
 */
export const findNode = (root, print) => {
  if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return process.execPath
  const file = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(file)) {
    throw new SetUpError(
      words(
        `需要 Node.js ${requiredMajor} 或更新版本；当前是 ${process.versions.node}，而 npm 没有适合 ${process.platform}-${process.arch} 的版本，请自行安装。`,
        `Node.js ${requiredMajor} or later is required. This is ${process.versions.node}, and npm has none for ${process.platform}-${process.arch}; install it yourself.`,
      ),
    )
  }
  print(
    words(
      `系统的 Node.js 是 ${process.versions.node}，改用 npm 安装的 Node.js ${requiredMajor}`,
      `The system’s Node.js is ${process.versions.node}; using the Node.js ${requiredMajor} that npm installed`,
    ),
  )
  return file
}
