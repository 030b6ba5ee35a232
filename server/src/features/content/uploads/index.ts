export type { FileAddresses } from './file-addresses.ts'
export type { RichTexts } from './rich-texts.ts'
export type { PartsRoutes } from './uploads.feature.ts'
export { assertSendable, type SendFile } from './uploads.service.ts'
