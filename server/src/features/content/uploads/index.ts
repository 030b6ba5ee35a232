export type { RichTexts } from './rich-texts.ts'
