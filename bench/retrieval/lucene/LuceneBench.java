// Lucene over the same passages and queries, for comparison. Run by bench/retrieval.ts, building and searching in processes of their own:
// java -cp .:lucene-core.jar:lucene-analysis-common.jar LuceneBench build <folder> <corpus.tsv>
// java -cp .:lucene-core.jar:lucene-analysis-common.jar LuceneBench search <folder> <queries.txt> <ids.json>
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

public class LuceneBench {
  static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();
  static final BM25Similarity SIMILARITY = new BM25Similarity(1.2f, 0.75f);

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    if (arguments[0].equals("build")) build(folder, Path.of(arguments[2]));
    else search(folder, Files.readAllLines(Path.of(arguments[2])), Path.of(arguments[3]));
  }

  static void build(Path folder, Path corpus) throws Exception {
    long started = System.nanoTime();
    IndexWriterConfig config = new IndexWriterConfig(ANALYZER).setSimilarity(SIMILARITY).setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader lines = Files.newBufferedReader(corpus)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split("\t", 3);
        Document document = new Document();
        document.add(new StringField("id", parts[0], Field.Store.YES));
        document.add(new TextField("text", parts[1] + " " + parts[2], Field.Store.NO));
        document.add(new StoredField("stored", parts[1] + "\t" + parts[2]));
        writer.addDocument(document);
      }
      writer.commit();
      writer.forceMerge(1);
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    double processorSeconds = processorNanos() / 1e9;
    long bytes = 0;
    try (var files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) bytes += Files.size(file);
    }
    System.out.printf(Locale.ROOT, "{\"buildSeconds\":%.2f,\"buildProcessorSeconds\":%.2f,\"diskMegabytes\":%.1f}%n",
        seconds, processorSeconds, bytes / 1e6);
  }

  static void search(Path folder, List<String> queries, Path output) throws Exception {
    try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(folder))) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(SIMILARITY);
      double[] times = new double[queries.size()];
      StringBuilder ids = new StringBuilder("[");
      // The virtual machine compiles as it runs: only the last of ten rounds is reported.
      double processorMs = 0;
      for (int round = 0; round < 10; round += 1) {
        long processorBefore = processorNanos();
        for (int at = 0; at < times.length; at += 1) {
          long before = System.nanoTime();
          ScoreDoc[] hits = searcher.search(parse(queries.get(at)), 10).scoreDocs;
          List<String> found = new ArrayList<>();
          for (ScoreDoc hit : hits) {
            Document document = reader.storedFields().document(hit.doc);
            found.add("\"" + document.get("id") + "\"");
            document.get("stored");
          }
          times[at] = (System.nanoTime() - before) / 1e6;
          if (round == 0) ids.append(at == 0 ? "" : ",").append("[").append(String.join(",", found)).append("]");
        }
        processorMs = (processorNanos() - processorBefore) / 1e6 / times.length;
      }
      Files.writeString(output, ids.append("]").toString());
      Arrays.sort(times);
      System.out.printf(Locale.ROOT, "{\"p50Ms\":%.4f,\"p95Ms\":%.4f,\"queryProcessorMs\":%.4f,\"residentMegabytes\":%.1f}%n",
          times[times.length / 2], times[(int) (0.95 * times.length)], processorMs, residentMegabytes());
    }
  }

  static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }

  /** The process without the index files it maps, which are the page cache's; -1 where the system does not tell. */
  static double residentMegabytes() throws Exception {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return -1;
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("RssAnon:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6;
    }
    return -1;
  }

  /** An OR of the analysed words, each as often as it stands there. */
  static Query parse(String text) throws Exception {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    try (TokenStream tokens = ANALYZER.tokenStream("text", text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) builder.add(new TermQuery(new Term("text", term.toString())), BooleanClause.Occur.SHOULD);
      tokens.end();
    }
    return builder.build();
  }
}
