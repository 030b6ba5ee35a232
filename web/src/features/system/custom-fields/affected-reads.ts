import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { offeredFieldsContract } from '@atrium/contract/features/system/custom-fields/offered-fields.contract.ts'

/** What reads otherwise once a field has changed. The grants say which entities have fields. */
export const invalidates = [customFieldsContract.list, offeredFieldsContract.offered, sessionContract.grants]
