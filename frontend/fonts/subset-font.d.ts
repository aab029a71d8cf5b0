declare module 'subset-font' {
  /** Returns a font with only the characters of `text`. */
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
