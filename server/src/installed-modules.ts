import type { ServerModule } from './module.ts'

/** The modules of this installation. An installation with modules is built with a file of its own in place of this one. */
export const installedModules: readonly ServerModule[] = []
