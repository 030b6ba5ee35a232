import type { ModuleContract } from './kernel/module.ts'

/** The modules of this installation. An installation with modules is built with a file of its own in place of this one. */
export const installedModules: readonly ModuleContract[] = []

/** Display names of their permission modules and events, which browsers load without the contracts. */
export const installedWords: Readonly<Record<string, string>> = {}

/** The versions of their packages, by name. */
export const installedVersions: Readonly<Record<string, string>> = {}
