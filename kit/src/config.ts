/** An installation: the modules that it has beside the product. */
export type Installation = {
  /** Folders of modules, from the folder of the configuration: `./modules/assets`; or names of packages. */
  readonly modules: readonly string[]
}

/** Declares an installation, in its `atrium.config.ts`. */
export const defineInstallation = (installation: Installation): Installation => installation
