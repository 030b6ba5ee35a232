import type { Plugin } from 'vite'

const asked = 'nav.language'

/** Writes numbers on axes in the page's language. uPlot takes the browser's, and fails where that is none (`c`). */
export const chartLanguage = (): Plugin => ({
  name: 'chart-language',
  transform: {
    filter: { id: /[\\/]uplot[\\/]dist[\\/]uPlot\.esm\.js$/ },
    handler(code) {
      const written = code.replace(asked, 'document.documentElement.lang')
      if (written === code) throw new Error('uPlot finds the language in another way')
      return { code: written, map: null }
    },
  },
})
