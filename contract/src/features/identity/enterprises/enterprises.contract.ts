import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { nothing } from '../../../kernel/listing.ts'
import { enterprise, enterpriseWrite, maxLicenceBytes } from './enterprise-fields.ts'

const path = '/front-api/sys/user/ent'

/** The enterprise that the caller acts for, on the portal. */
export const enterprisesContract = defineContract('frontEnts', {
  ent: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'Read the enterprise the caller acts for, with its recognition; null if they act for themselves',
    access: signedInBecause('returns only the company the caller belongs to'),
    reach: 'company',
    reply: z.nullable(enterprise),
  },
  updateEnt: {
    method: 'PUT',
    path: `${path}/v1`,
    summary:
      'Change the enterprise’s data; recognised ones must apply again if name, credit code or legal person change',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'enterprise.updated' },
    body: enterpriseWrite,
    reply: nothing,
  },
  licence: {
    method: 'GET',
    path: `${path}/licence/v1`,
    summary: 'Read the enterprise’s business licence',
    access: permitted('edit'),
    reach: 'company',
    wire: 'binary',
    namesUsers: 'none',
    reply: binary,
  },
  replaceLicence: {
    method: 'POST',
    path: `${path}/licence/v1`,
    summary: 'Replace the business licence; JPG or PNG, re-encoded. A recognised enterprise must apply again',
    access: permitted('edit'),
    // Decoding and storing a picture takes longer than a connection should be held.
    reach: 'manual',
    wire: 'multipart',
    maxBytes: maxLicenceBytes,
    audit: { event: 'enterpriseLicence.replaced' },
    reply: nothing,
  },
  applyForRecognition: {
    method: 'POST',
    path: `${path}/apply/v1`,
    summary: 'Apply for recognition by the operator',
    access: permitted('edit'),
    // The operator's company holds its approval.
    reach: 'platform',
    whileActing: 'guest',
    audit: { event: 'recognition.requested' },
    reply: nothing,
  },
  withdrawApplication: {
    method: 'DELETE',
    path: `${path}/apply/v1`,
    summary: 'Withdraw the application for recognition',
    access: permitted('edit'),
    // The operator's company holds its approval.
    reach: 'platform',
    whileActing: 'guest',
    audit: { event: 'recognition.cancelled' },
    reply: nothing,
  },
})
