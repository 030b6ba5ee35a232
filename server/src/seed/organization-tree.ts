import { branches, centres, departments, teams } from './words.ts'

type Level = { kind: 'company' | 'dept' | 'team'; names: readonly string[] }
const branch: Level = { kind: 'company', names: branches }
const centre: Level = { kind: 'dept', names: centres }
const department: Level = { kind: 'dept', names: departments }
const team: Level = { kind: 'team', names: teams }

/** Approximate number of people in a leaf organisation. */
const leafSize = 12

const pickLevels = (people: number): Level[] => {
  if (people > 5000) return [branch, centre, department, team]
  if (people > 400) return [centre, department, team]
  if (people > 40) return [department, team]
  return [department]
}

export type Organization = {
  id: string
  parent: string | null
  name: string
  kind: Level['kind']
  path: string
  sort: number
}
export type Tree = { all: Organization[]; lowest: Organization[] }

const named = (names: readonly string[], at: number) => {
  const round = Math.floor(at / names.length)
  return `${names[at % names.length]}${round === 0 ? '' : round + 1}`
}

/** The organisations of a company, with as many levels as its size needs and about a dozen people per leaf. */
export const organizationTree = (people: number, newId: () => string): Tree => {
  const levels = pickLevels(people)
  const childCount = Math.ceil((people / leafSize) ** (1 / levels.length))
  const all: Organization[] = []
  let parents: (Organization | null)[] = [null]
  for (const { kind, names } of levels) {
    const children = parents.flatMap((parent) =>
      Array.from({ length: childCount }, (_, sort): Organization => {
        const id = newId()
        return {
          id,
          parent: parent?.id ?? null,
          name: named(names, sort),
          kind,
          path: `${parent?.path ?? '/'}${id}/`,
          sort,
        }
      }),
    )
    all.push(...children)
    parents = children
  }
  return { all, lowest: parents.filter((each) => each !== null) }
}
