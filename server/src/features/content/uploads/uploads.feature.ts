import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createFileAddresses } from './file-addresses.ts'
import { createPartsRoutes } from './parts-routes.ts'
import { createPartsSweep } from './parts-sweep.ts'
import { createRichTexts } from './rich-texts.ts'
import { createScanning } from './scanning.ts'
import { createServedFiles, type MayStillRead } from './served-files.ts'
import { createUploads } from './uploads.service.ts'

type Ports = Pick<
  BasePorts,
  'database' | 'fileStore' | 'limits' | 'secrets' | 'siteOrigin' | 'clamavSocket' | 'wakeJob' | 'onError'
> & {
  files: Files
  mayStillRead: MayStillRead
}

/**
 * Uploaded files: stored whole or in parts, listed, served by right or by a signed address, deleted. Offers `uploads` and
 * `richTexts` to features with files and rich texts, and to those with files of their own the addresses of files, what
 * sends them, and uploads in parts at further addresses.
 */
export const createUploadsFeature = (ports: Ports) => {
  const addresses = createFileAddresses(ports.secrets)
  const scanning = createScanning(ports)
  const uploads = createUploads({ ...ports, addresses, scanning })
  const partsRoutes = (path: string, admittedAs: Endpoint) =>
    createPartsRoutes({ ...ports, scanning }, path, admittedAs)
  return {
    uploads,
    richTexts: { ...createRichTexts(addresses), uploadPicture: uploads.uploadPicture.bind(uploads) },
    addresses,
    partsRoutes,
    sendFile: uploads.send,
    routes: implement(uploadsContract, uploads),
    rawRoutes: [createServedFiles({ ...ports, addresses, uploads }), ...partsRoutes(partsPath, uploadsContract.upload)],
    jobs: [...scanning.jobs, createPartsSweep({ ...ports, partial: ports.fileStore.partial }).job],
  }
}

/** Routes of uploads in parts at an address, admitted as an endpoint. */
export type PartsRoutes = ReturnType<typeof createUploadsFeature>['partsRoutes']
