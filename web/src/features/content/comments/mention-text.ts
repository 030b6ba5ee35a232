import { splitMentions, toMention } from '@atrium/contract/features/content/comments/mentions.ts'
import { t } from '../../../ui/texts.ts'

/** Someone who is mentioned in a text, by the name that stands in it. */
export type Mentioned = { id: string; name: string }

/** A name for someone in a text: another one than those of others there. */
export const nameInText = (mentioned: readonly Mentioned[], { id, name }: Mentioned): string => {
  const isTaken = (tried: string) => mentioned.some((each) => each.name === tried && each.id !== id)
  let tried = name
  for (let at = 2; isTaken(tried); at += 1) tried = `${name}(${at})`
  return tried
}

/** What is stored of a text: ids in place of the names of those mentioned. */
export const toStored = (text: string, mentioned: readonly Mentioned[]): string =>
  mentioned
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((stored, { id, name }) => stored.replaceAll(`@${name}`, toMention(id)), text)

/** A stored text as it is edited, with the names of those mentioned. */
export const toEdited = (stored: string, people: readonly Mentioned[]): { text: string; mentioned: Mentioned[] } => {
  const mentioned: Mentioned[] = []
  const text = splitMentions(stored)
    .map((part) => {
      if (typeof part === 'string') return part
      const person = people.find(({ id }) => id === part.id)
      if (!person) return `@${t('已注销用户')}`
      const name = nameInText(mentioned, person)
      if (!mentioned.some(({ id }) => id === part.id)) mentioned.push({ id: part.id, name })
      return `@${name}`
    })
    .join('')
  return { text, mentioned }
}

/** What is being typed behind the last @ before the caret; undefined if that begins no mention. */
export const typedMention = (text: string, caret: number): { from: number; keyword: string } | undefined => {
  const found = /(?:^|[\s\p{P}\p{sc=Hani}])@([^\s@]{0,20})$/u.exec(text.slice(0, caret))
  return found ? { from: caret - (found[1]?.length ?? 0) - 1, keyword: found[1] ?? '' } : undefined
}
