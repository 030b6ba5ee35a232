import type { Actor } from '../../kernel/scope.ts'

/** What a role or several of them hold. */
export type RoleRights = { everything: boolean; elements: readonly string[] }

/** Whether somebody holds all of that himself: nobody gives, takes or overpowers what he does not hold (wire §18, 2005). */
export const covers = (held: Actor['permissions'], { everything, elements }: RoleRights): boolean =>
  held === 'everything' || (!everything && elements.every((element) => held.has(element)))
