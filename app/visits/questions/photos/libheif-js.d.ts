// The package's own types describe another build.
declare module "libheif-js/wasm-bundle.js" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Fills `data` with RGBA pixels. Calls back with null if the image can't be decoded. */
    display(
      image: { data: Uint8ClampedArray; width: number; height: number },
      done: (shown: unknown) => void,
    ): void;
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
