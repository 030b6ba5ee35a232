import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Area, levelLengths, paddedCode } from './raw-areas.ts'

/** The day up to which a release reports, from the sources that its README names. */
const reportedDays: Readonly<Record<string, string>> = {
  '1.0.4': '2015-09-30',
  '1.1.2': '2016-07-31',
  '2.1.0': '2017-10-31',
  '2.2.0': '2018-10-31',
  '2.3.1': '2019-10-31',
  '2.4.0': '2020-06-30',
  '2.5.0': '2021-10-31',
  '2.6.1': '2022-10-31',
  '2.7.0': '2023-06-30',
}
const files = ['provinces', 'cities', 'areas', 'streets']

/** Groupings of the statistics that are no areas: no one lives in a city named 县. */
const isGrouping = (name: string, code: string) => name === '市辖区' && paddedCode.toLevel(code) === 3

const readRelease = (folder: string): Map<string, string> => {
  const names = new Map<string, string>()
  files.forEach((file, at) => {
    const source = path.join(folder, 'package/dist', `${file}.json`)
    if (!existsSync(source)) return
    for (const { code, name } of JSON.parse(readFileSync(source, 'utf8')) as { code: string; name: string }[]) {
      const own = paddedCode.of(code.slice(0, levelLengths[at]))
      // Cities without counties repeat their code as a county's.
      if (!names.has(own) && !isGrouping(name, own)) names.set(own, name.replace(/街道办事处$/, '街道'))
    }
  })
  return names
}

/** All codes of the releases. A code that a later one lacks ended by its day. */
export const readReleases = (folder: string, versions: readonly string[]): Map<string, Area> => {
  const known = new Map<string, Area>()
  const dated = versions.filter((version) => version in reportedDays)
  for (const version of dated.sort((one, other) =>
    (reportedDays[one] ?? '') < (reportedDays[other] ?? '') ? -1 : 1,
  )) {
    const day = reportedDays[version] ?? ''
    const names = readRelease(path.join(folder, version))
    for (const [code, area] of known) if (!names.has(code) && area.until === '') area.until = day
    for (const [code, name] of names) {
      const from = known.get(code)?.from ?? (version === dated[0] ? '' : day)
      known.set(code, { code, name, from, until: '', successor: '', document: '' })
    }
  }
  return known
}

/** The changes listed by hand. */
export const readPatches = (file: string): Area[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [code = '', name = '', from = '', until = '', successor = '', document = ''] = line.split('\t')
      return { code, name, from, until, successor, document }
    })
