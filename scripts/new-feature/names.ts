/** Names of a new feature. In kebab case: `area`, `plural`, `singular`; `noun` is what users read. */
export type Names = { area: string; plural: string; singular: string; noun: string }

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)
const snake = (name: string) => name.replaceAll('-', '_')

/** Replaces the names of the reference, posts, in a text or a path. */
export const renamed = (text: string, { area, plural, singular, noun }: Names): string => {
  const renames: [RegExp, string][] = [
    [/people\/posts/g, `${area}/${plural}`],
    // Tables, their constraints and columns
    [/posts(?=__|\.code)/g, snake(plural)],
    [/(create table |table: '|crudRepository<'|selectFrom\('|keep_to_company\(')posts/g, `$1${snake(plural)}`],
    // Addresses and files
    [/(sys\/|path: ')posts/g, `$1${plural}`],
    [/posts(?=-page|\.(contract|sheet|errors|repository|feature|test))/g, plural],
    [/post(?=-[a-z$])/g, singular],
    [/Posts/g, pascal(plural)],
    [/Post/g, pascal(singular)],
    [/posts(?=[A-Z]|\b)/g, camel(plural)],
    [/post(?=[A-Z]|\b)/g, camel(singular)],
    [/岗位是.*。(?=")/g, `在此新增和维护${noun}。`],
    [/岗位/g, noun],
  ]
  return renames.reduce((result, [from, to]) => result.replace(from, to), text)
}
