import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { idParams } from '../../../kernel/listing.ts'

/** The product's APIs that have a document: those of the console, and those of portals. */
export const documentedApis = ['console', 'portal'] as const
export type DocumentedApi = (typeof documentedApis)[number]

/** Documents of format OpenAPI 3.1, at the addresses where programs look for them. */
export const openDocsContract = defineContract('openDocs', {
  product: {
    method: 'GET',
    path: '/api/sys/openapi.json',
    summary: 'Read the OpenAPI document of the console’s API or of the portal’s',
    access: permitted('view'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'none',
    query: z.object({ api: z._default(z.enum(documentedApis), 'console') }),
    reply: binary,
  },
})

/** A document of one application: seen by those who see the application. */
export const appDocContract = defineContract('openApps', {
  document: {
    method: 'GET',
    path: '/api/sys/apps/:id/openapi.json',
    summary: 'Read the OpenAPI document of exactly what an application may call now',
    access: permitted('list'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'none',
    params: idParams,
    reply: binary,
  },
})
