export type { FileAddresses } from './file-addresses.ts'
export type { PartsRoutes } from './uploads.feature.ts'
export { assertSendable, type SendFile } from './uploads.service.ts'
