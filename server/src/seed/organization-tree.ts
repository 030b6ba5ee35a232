import { branches, centres, departments, teams } from './words.ts'

type Level = { kind: 'company' | 'dept' | 'team'; names: readonly string[] }
const branch: Level = { kind: 'company', names: branches }
const centre: Level = { kind: 'dept', names: centres }
const department: Level = { kind: 'dept', names: departments }
const team: Level = { kind: 'team', names: teams }

/** How many people the lowest organisations have, more or less. */
const together = 12

const levelsOf = (people: number): Level[] => {
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

/** The organisations of a company: as many levels as so many people need, a dozen people to each of the lowest. */
export const organizationTree = (people: number, newId: () => string): Tree => {
  const levels = levelsOf(people)
  const each = Math.ceil((people / together) ** (1 / levels.length))
  const all: Organization[] = []
  let above: (Organization | null)[] = [null]
  for (const { kind, names } of levels) {
    const below = above.flatMap((parent) =>
      Array.from({ length: each }, (_, sort): Organization => {
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
    all.push(...below)
    above = below
  }
  return { all, lowest: above.filter((each) => each !== null) }
}
