import { t } from './texts.ts'
/**
 * Display names of audit events and of the modules they belong to.
 * @param words - names by event (`post.created`) and by module (`sysPosts`)
 */
export const createEventNames = (words: Readonly<Record<string, string>>) => {
  const names: ReadonlyMap<string, string> = new Map(Object.entries(words))
  return {
    /** Display name of an audit event. Portal events share the names of the console's. */
    eventName: (event: string): string => names.get(event) ?? t('其他操作'),
    /** Display name of the module an event belongs to. */
    moduleName: (module: string): string => names.get(module) ?? t('其他'),
  }
}
