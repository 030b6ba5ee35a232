import type { Endpoint } from './endpoint.ts'

/** The permission an endpoint requires; undefined if none. */
export const toPermission = ({ module, access }: Endpoint): string | undefined =>
  access.kind === 'permitted' ? `${module}:${access.operation}` : undefined

/** Whether a permission or a menu belongs to the module `assets`: as `assetsStock:list` does, and `assets.list`. */
export const isOfModule = (name: string, code: string): boolean => new RegExp(`^${name}([A-Z:.]|$)`).test(code)
