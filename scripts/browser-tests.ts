/** A suite in the JSON report of Playwright. */
export type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}
/** `ms` counts all tries; a flaky test passed only at its second. */
export type BrowserTest = { readonly name: string; readonly ms: number; readonly flaky: boolean }

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

/** All tests of a suite, under their whole names. */
export const listBrowserTests = ({ title, suites = [], specs = [] }: PlaywrightSuite): BrowserTest[] => [
  ...specs.map((spec) => ({
    name: `${title} › ${spec.title}`,
    ms: sum(spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    flaky: spec.tests.some(({ status }) => status === 'flaky'),
  })),
  ...suites.flatMap((suite) =>
    listBrowserTests({ ...suite, title: suite.title ? `${title} › ${suite.title}` : title }),
  ),
]
