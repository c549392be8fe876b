package org.evenkeel.examples.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductTest {
    private static List<double[]> computed(Factors factors, int size) {
        List<double[]> computed = new ArrayList<>();
        factors.blocks(size).forEach(block -> computed.add(block.compute()));
        return computed;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 3", "12, 4", "10, 100"})
    void blocksTogetherAreTheProduct(int n, int size) {
        Factors factors = Factors.draw(n, 3);
        assertThat(factors.isProduct(computed(factors, size), size, 4)).isTrue();
    }

    @Test
    void numberIsTheSumOfProducts() {
        Factors factors = new Factors(2, new double[] {1, 2, 3, 4}, new double[] {5, 7, 6, 8});
        // (1 2; 3 4) (5 6; 7 8)
        assertThat(computed(factors, 2).getFirst())
                .containsExactly(new double[] {19, 22, 43, 50}, within(1e-12));
    }

    @Test
    void wrongNumberIsFound() {
        Factors factors = Factors.draw(9, 3);
        List<double[]> computed = computed(factors, 4);
        computed.get(4)[5] += 1e-4;
        assertThat(factors.isProduct(computed, 4, 4)).isFalse();
    }

    @Test
    void programMultiplies() throws Exception {
        Product product = new Product();
        assertThat(
                        product.run(
                                        product.options().parse("--n", "50", "--block", "20"),
                                        new SerialRunner())
                                .lines())
                .containsExactly("50 x 50 numbers multiplied by 9 tasks");
    }
}
