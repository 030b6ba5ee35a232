import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from './node-24.mjs'

// For shells: the path of the Node that runs the product.
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.stdout.write(findNode(root, () => undefined))
