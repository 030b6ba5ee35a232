import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/**
 * A statement of every page: building and compiling one takes as long as sending it, so it is done for the first call
 * alone.
 * @param names of its parameters
 * @param build receives a stand-in for each parameter, and must not look at it
 * @returns a function that runs the statement with these values
 */
export const compileOnce = <Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, standIns: Record<Name, string>) => { compile(db: Db): CompiledQuery<Row> },
) => {
  const nameOf = new Map<unknown, Name>(names.map((name) => [`:${name}`, name]))
  const standIns = Object.fromEntries(names.map((name) => [name, `:${name}`])) as Record<Name, string>
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Db, values: Readonly<Record<Name, string>>): Promise<Row[]> => {
    compiled ??= build(db, standIns).compile(db)
    const parameters = compiled.parameters.map((standIn) => {
      const name = nameOf.get(standIn)
      return name === undefined ? standIn : values[name]
    })
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
