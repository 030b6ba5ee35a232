import { currentLanguage, sourceLanguage } from '@atrium/contract/kernel/texts.ts'

/** Whether texts are in the language of the code now, whose signs have full width. */
export const isSourceLanguage = (): boolean => currentLanguage() === sourceLanguage
