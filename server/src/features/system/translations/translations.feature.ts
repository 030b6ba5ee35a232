import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTextFiles } from './text-files.service.ts'
import { createTranslations, type TranslationsPorts } from './translations.service.ts'

/** Texts of the product that read otherwise, and translations of names. */
export const createTranslationsFeature = (ports: TranslationsPorts): Feature => ({
  routes: implement(translationsContract, { ...createTranslations(ports), ...createTextFiles(ports) }),
})
