import { existsSync } from 'node:fs'
import path from 'node:path'
import { SetUpError } from './set-up.mjs'

const wanted = 24

/**
 * Which Node runs the product: this one if it is new enough, otherwise the one npm installed.
 * In: the repository's folder and a function that says a line. Out: a path. Throws SetUpError where there is none.
 */
export const findNode = (root, say) => {
  if (Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath
  const file = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(file)) {
    throw new SetUpError(
      `需要 Node.js ${wanted} 或更新版本；当前是 ${process.versions.node}，而 npm 没有适合 ${process.platform}-${process.arch} 的版本，请自行安装。`,
    )
  }
  say(`系统的 Node.js 是 ${process.versions.node}，改用 npm 安装的 Node.js ${wanted}`)
  return file
}
