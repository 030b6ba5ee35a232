export { type Codes, createCodes } from './codes.service.ts'
export { createMailCheck } from './mail-check.ts'
export { ensureMessageTemplates } from './message-templates.service.ts'
export { createMessages, type Messages } from './messages.service.ts'
