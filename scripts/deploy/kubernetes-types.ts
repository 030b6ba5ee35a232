import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../.cache/kubernetes-types')

/** Where `npm test -- --thorough` installs the types of the objects of Kubernetes, and the package to install there. */
export const kubernetesTypes = { root, spec: 'kubernetes-types@1.30.0' }
export const hasKubernetesTypes = (): boolean =>
  existsSync(path.join(root, 'node_modules/kubernetes-types/version.d.ts'))
