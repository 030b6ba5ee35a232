import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../kernel/endpoint.ts'

export const densities = ['compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]

const keys = z.array(z.string())
export const listSettings = z.object({
  /** The endpoint it shows: `sysUsers.list`. */
  list: z.string(),
  /** Keys of columns, as they follow each other. A column that is not named stands where the console put it. */
  order: keys,
  hidden: keys,
  density: z.enum(densities),
  /** The query of the view that opens by itself; empty without one, and on a visit. */
  view: z.string(),
})
export type ListSettings = z.output<typeof listSettings>

/** How the caller's lists look. Apart from what changes it, since every console reads it first. */
export const listSettingsContract = defineContract('sysViews', {
  settings: {
    method: 'GET',
    path: '/api/sys/view-settings/v1',
    summary: 'How I arranged my lists, and which views of mine open by themselves',
    access: signedInBecause('answers only about the caller'),
    reach: 'platform',
    whileActing: 'home',
    reply: z.array(listSettings),
  },
})
