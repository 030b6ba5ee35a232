import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { offeredField } from './custom-fields.contract.ts'

/** Fields as every page of an entity needs them. */
export const offeredFieldsContract = defineContract('sysCustomFields', {
  offered: {
    method: 'GET',
    path: '/api/sys/custom-fields/offered/:entity/v1',
    summary: 'List the custom fields of an entity that the caller sees',
    access: signedInBecause('returns names of fields that the caller sees in rows, and no value'),
    reach: 'company',
    whileActing: 'guest',
    params: z.object({ entity: z.string().check(z.maxLength(40)) }),
    reply: z.array(offeredField),
  },
})
