declare module 'subset-font' {
  /** The characters of `text` in a font, and nothing else of it. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'sfnt' | 'woff2';
      readonly variationAxes?: Readonly<
        Record<string, { readonly min: number; readonly max: number; readonly default: number }>
      >;
    },
  ): Promise<Buffer>;
}
