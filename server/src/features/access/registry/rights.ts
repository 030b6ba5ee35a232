import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { type Ceiling, compileRegistry, createDecide, type Registry, restrictionsFor } from './decide.ts'
import { registryRepository } from './registry.repository.ts'

/**
 * Compiles rights into decisions and field restrictions, cached by registry epoch: equal rights are compiled once per
 * node. Takes the permissions granted by the user's roles, the plan of their company, and the epoch they were read at.
 */
export const createRightsCompiler = (catalogue: Catalogue) => {
  type Compiled = Pick<Actor, 'decide' | 'restricted'>
  const compiled = createCache<string, Compiled>(5000)
  let current: { epoch: number; registry: Registry } | undefined

  const registryAt = async (db: Db, epoch: number): Promise<Registry> => {
    if (current?.epoch === epoch) return current.registry
    const [rows, bits] = await Promise.all([registryRepository.bindings(db), registryRepository.bits(db)])
    current = { epoch, registry: compileRegistry(catalogue, rows, bits) }
    return current.registry
  }
  type Rights = { heldPermissions: Actor['permissions']; plan: Ceiling | undefined }
  return async (db: Db, { heldPermissions, plan }: Rights, epoch: number): Promise<Compiled> => {
    const permissionsKey = heldPermissions === 'everything' ? heldPermissions : [...heldPermissions].sort().join()
    const ceilingKey = plan ? [plan.name, ...[...plan.elements].sort(), '-', ...(plan.off ?? [])].join() : ''
    const key = `${epoch} ${permissionsKey} ${ceilingKey}`
    const cached = compiled.get(key)
    if (cached) return cached
    const registry = await registryAt(db, epoch)
    const rights = {
      decide: createDecide(registry, heldPermissions, plan),
      restricted: restrictionsFor(registry, heldPermissions, plan),
    }
    compiled.set(key, rights)
    return rights
  }
}
