import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/scope.ts'
import { type Ceiling, compileRegistry, createDecide, type Registry, restrictionsFor } from './decide.ts'
import { registryRepository } from './registry.repository.ts'

/**
 * Compiles rights into decisions and keeps them by the registry's epoch: roles that add up to the same are compiled
 * once on a node. In: the database, what somebody's roles give, the ceiling of his company, and the epoch it was read at.
 * Out: how calls are decided for him, and which fields are kept from him.
 */
export const createRights = () => {
  type Compiled = Pick<Actor, 'decide' | 'restricted'>
  const compiled = new LRUCache<string, Compiled>({ max: 5000 })
  let current: { epoch: number; registry: Registry } | undefined

  const registryAt = async (db: Db, epoch: number): Promise<Registry> => {
    if (current?.epoch === epoch) return current.registry
    const [rows, bits] = await Promise.all([registryRepository.bindings(db), registryRepository.bits(db)])
    current = { epoch, registry: compileRegistry(rows, bits) }
    return current.registry
  }
  type Rights = { held: Actor['permissions']; plan: Ceiling | undefined }
  return async (db: Db, { held, plan }: Rights, epoch: number): Promise<Compiled> => {
    const given = held === 'everything' ? held : [...held].sort().join()
    const ceiling = plan ? [plan.name, ...[...plan.elements].sort()].join() : ''
    const key = `${epoch} ${given} ${ceiling}`
    const known = compiled.get(key)
    if (known) return known
    const registry = await registryAt(db, epoch)
    const rights = { decide: createDecide(registry, held, plan), restricted: restrictionsFor(registry, held, plan) }
    compiled.set(key, rights)
    return rights
  }
}
